"""What a finished crawl looks like: report.html, urls.txt and the lines in the terminal. Plain values in, text out."""
