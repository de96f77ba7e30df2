"""PDF and Word files made for tests."""

import io

import docx


def pdf(*pages: str, title: str = "") -> bytes:
    """A PDF file whose pages have these lines of text, in a font that is not embedded; characters of the BMP only."""
    objects: list[bytes] = []
    kids = " ".join(f"{6 + 2 * number} 0 R" for number in range(len(pages)))
    cmap = (
        b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        b"1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap end"
    )
    end, system = b" >>", b" << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000"
    objects += [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode(),
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /Identity-H /DescendantFonts [4 0 R]"
        b" /ToUnicode 5 0 R" + end,
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Song /CIDSystemInfo" + system + end,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(cmap), cmap),
    ]
    for number, text in enumerate(pages):
        lines = b" 0 -20 Td ".join(b"<%s> Tj" % line.encode("utf-16-be").hex().encode() for line in text.split("\n"))
        content = b"BT /F 12 Tf 50 700 Td " + lines + b" ET"
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R" % (7 + 2 * number)
            + b" /Resources << /Font << /F 3 0 R >> >> >>",
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        ]
    info = b""
    if title:
        objects.append(b"<< /Title <feff%s> >>" % title.encode("utf-16-be").hex().encode())
        info = b"/Info %d 0 R " % len(objects)
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    start = len(body)
    body += b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    return body + b"trailer << /Size %d /Root 1 0 R %s>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, info, start)


def word(*paragraphs: str, title: str = "", table: tuple[tuple[str, ...], ...] = ()) -> bytes:
    document = docx.Document()
    document.core_properties.title = title
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if table:
        made = document.add_table(rows=0, cols=len(table[0]))
        for row in table:
            for cell, text in zip(made.add_row().cells, row, strict=True):
                cell.text = text
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()
