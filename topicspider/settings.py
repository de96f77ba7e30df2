"""Every knob of TopicSpider: each Scrapy setting we change, and every ``TOPIC_…``, with unit, range, default and why.

Set them here, with ``-s NAME=value``, or (those in ``topicspider.spiders.topic.ARGUMENTS``) with ``-a name=value``.
``docs/settings.md`` lists them by task.
"""

import os

BOT_NAME = "topicspider"
SPIDER_MODULES = ["topicspider.spiders"]
NEWSPIDER_MODULE = "topicspider.spiders"
COMMANDS_MODULE = "topicspider.commands"

# -- The topic ---------------------------------------------------------------------------------------------------------

# Name of the topic; also names the folders of job and output. Required (-a topic=…).
TOPIC_NAME = ""
# Path of the keyword file (docs/topics.md tells its format). Required (-a keywords=…) unless one of the two below is
# given.
TOPIC_KEYWORDS = ""
# Example pages of the topic, in place of a keyword file: files, folders or outputs of crawls, separated by commas; and
# pages of anything else, which make what is learned from them better. The keywords are written to the output folder.
TOPIC_EXAMPLES = ""
TOPIC_BACKGROUND = ""
# Files of a taxonomy, separated by commas (ODP's RDF, packed or not, an indented tree, a table), and the topic's node
# in it, as in "游戏/棋类/围棋". The words around it rate links; without a keyword file the texts at it judge pages; the
# sites it lists are seeds if no others are given.
TOPIC_TAXONOMY = ""
TOPIC_NODE = ""
# Where the crawl starts: a list, URLs separated by commas, a file with one URL a line, or "demo" for the demo web that
# the package brings. "{topic}" in a URL is replaced by the percent-encoded topic.
TOPIC_SEEDS = ["https://zh.wikipedia.org/wiki/{topic}", "https://baike.baidu.com/item/{topic}"]
# How pages are judged: cosine, keyword_cosine, body_cosine, boolean, saturation, learned (docs/topics.md), or an import
# path.
TOPIC_JUDGE = "cosine"
# The file of a trained judge, for TOPIC_JUDGE = "learned"; scrapy topic learn --judge FILE makes one. "": none.
TOPIC_JUDGE_MODEL = ""
# A page is relevant when its score exceeds this (docs/topics.md); above 0, at most 5. None: the judge's own value.
TOPIC_THRESHOLD = None
# Segmenter: rjieba (Rust, fast), or jieba (the reference).
TOPIC_SEGMENTER = "rjieba"
# Processes that read and judge pages beside the crawl's own; 0: it does that itself, which is right on one core.
# Each takes some 150 MB.
TOPIC_READER_PROCESSES = 1 if (os.cpu_count() or 1) > 1 else 0
# Whether PDF and Word (docx) files that relevant pages link to are fetched, judged and stored like pages,
TOPIC_DOCUMENTS = True
# and how many pages of such a file are read; 1 to thousands. (Its size is limited by DOWNLOAD_MAXSIZE.)
TOPIC_DOCUMENT_PAGES = 50
# File of words that do not count in a page's vector, one a line. "": none beyond words of one character.
TOPIC_STOP_WORDS = ""

# -- What is crawled, and in which order -------------------------------------------------------------------------------

# The order: relevance_importance, best_first, breadth_first, shark_search, … (docs/strategies.md), or an import path.
TOPIC_STRATEGY = "relevance_importance"
# Keyword arguments of the strategy, for example {"page_share": 0.7}. docs/strategies.md lists them.
TOPIC_STRATEGY_OPTIONS: dict[str, object] = {}
# Your own strategies, frontiers: name -> import path, beside those of the _BASE mappings.
TOPIC_STRATEGIES: dict[str, str] = {}
TOPIC_FRONTIERS: dict[str, str] = {}
TOPIC_FRONTIERS_BASE = {"sqlite": "topicspider.frontier.sqlite.SqliteFrontier"}
# Where URLs wait.
TOPIC_FRONTIER = "sqlite"
# Stop after this many pages of the job, whatever their relevance; 0: no limit. Continued runs count together.
# (Scrapy's CLOSESPIDER_* limits count from each start.)
TOPIC_MAX_PAGES = 0
# Pages of one host, of one registered domain, and of one URL pattern (the same but for numbers and values) at most, in
# the whole job; 0: no limit. What is beyond waits, or for a pattern is dropped.
TOPIC_MAX_PAGES_PER_HOST = 0
TOPIC_MAX_PAGES_PER_DOMAIN = 0
TOPIC_MAX_PAGES_PER_PATTERN = 0
# How many URLs may wait (some 200 bytes each on disk): when a tenth more do, the worst are forgotten. 0: no limit.
TOPIC_MAX_WAITING = 10_000_000
# Hosts to stay on, with their subdomains: a list, or names separated by commas, or a file with one a line. Empty: all.
TOPIC_ALLOWED_DOMAINS: list[str] = []
# Hosts, with their subdomains, that may be at loopback, private, link-local or other addresses that are not public;
# given in the same ways. The hosts of seeds may be, too.
TOPIC_ALLOWED_PRIVATE_HOSTS: list[str] = []
# Links this many steps from a seed are still fetched; 0: no limit (Scrapy's own setting and meaning).
DEPTH_LIMIT = 0
# Whether the sitemaps and feeds of hosts with relevant pages are read: robots (those that robots.txt names), probe
# (where it names none, also /sitemap.xml), or "" (no).
TOPIC_SITEMAPS = "robots"
# What makes two URLs the same resource: url_identity drops tracking and session parameters and sorts the query;
# topicspider.page.urls.strict_identity normalises by RFC 3986 only.
TOPIC_URL_IDENTITY = "topicspider.page.urls.url_identity"

# -- Where things are kept ---------------------------------------------------------------------------------------------

# The crawl's own state is in TOPIC_JOBS_DIR/<topic>, or in Scrapy's JOBDIR if that is set.
TOPIC_JOBS_DIR = "jobs"
# True: start over; what the job held is set aside in a subfolder (-a fresh=true).
TOPIC_FRESH = False
# What is made for the user is in TOPIC_OUTPUT_DIR/<topic>.
TOPIC_OUTPUT_DIR = "output"
# SQLAlchemy URL of the database for the rows, for example mysql+pymysql://user:password@host/crawl.
# "": SQLite, pages.sqlite3 in the output folder. Taken from the environment if set there, so that no password
# needs to stand in a command line.
TOPIC_DATABASE_URL = os.environ.get("TOPIC_DATABASE_URL", "")
# Seconds for which a lost database is waited for before the crawl stops (and can be continued); 0 to days.
TOPIC_DATABASE_RETRY_S = 300.0
# Whether pages are stored by a process of its own (some 60 MB; not on Windows), or by a thread of the crawl.
TOPIC_STORAGE_PROCESS = True
# Whether the HTML of each stored page is kept as a file.
TOPIC_HTML_FILES = True
# Whether the main text of each stored page is kept as a file: "" (no), all, or chinese: its mainly Chinese paragraphs.
TOPIC_TEXT_FILES = ""
# Whether everything that is fetched is also kept as it came, in WARC files: TOPIC_OUTPUT_DIR/<topic>/warc.
TOPIC_WARC = False
# Megabytes (10^6 bytes) after which a WARC file is followed by the next; above 0.
TOPIC_WARC_MAX_MB = 1000
# A WARC file or a folder of them, several separated by commas: crawled in place of the network. "": the network.
TOPIC_REPLAY = ""

# -- Politeness --------------------------------------------------------------------------------------------------------

# How site owners can reach you: a URL or mail address that stands in the user agent.
TOPIC_CONTACT = os.environ.get("TOPIC_CONTACT", "")
# Sent with every request; "{contact}" is replaced by TOPIC_CONTACT.
USER_AGENT = "TopicSpider/0.1 (focused crawler; {contact})"
# robots.txt is obeyed (Scrapy's default: False).
ROBOTSTXT_OBEY = True
# Seconds for which the rules of a robots.txt hold before it is fetched again; 0 to days.
TOPIC_ROBOTS_KEEP_S = 24 * 3600.0
# The longest Crawl-delay of a robots.txt that is kept to, in seconds; a longer one counts as this.
TOPIC_CRAWL_DELAY_MAX_S = 60.0
# The longest Retry-After that is waited for, in seconds; a host that asks for more is left alone until the next run.
TOPIC_RETRY_AFTER_MAX_S = 3600.0
# Seconds between two requests to one host (Scrapy's default: 0), and requests to one host at once (default: 8):
# the frontier spreads over hosts instead.
DOWNLOAD_DELAY = 1.0
CONCURRENT_REQUESTS_PER_DOMAIN = 1
# No random part (default: 0.5): the frontier hands a host out when its delay is over; a longer delay in the
# downloader would only hold a place that another host could use.
DOWNLOAD_DELAY_JITTER = 0.0
# Pages between fetch and storage, at most; also the most that is fetched again after a crash (Scrapy's default).
CONCURRENT_REQUESTS = 16
# No cookies from page to page (default: True): no site can follow the crawl, and sessions make no new URLs.
COOKIES_ENABLED = False
# Items of one response in the pipelines at once (default: 100, and as many tasks are made for each response).
CONCURRENT_ITEMS = 1
# Seconds for one download (default: 180): no site makes the crawl wait without end.
DOWNLOAD_TIMEOUT = 10
# Bytes of one response (default: 1 GiB, warning at 32 MiB).
DOWNLOAD_MAXSIZE = 10 * 1024 * 1024
DOWNLOAD_WARNSIZE = 0
# A redirect in the page is a link of it, so Scrapy's middleware for it is not needed.
METAREFRESH_ENABLED = False
REDIRECT_MAX_TIMES = 10
# What cannot be fetched is told once a kind, by the spider (default: ERROR, for each).
RETRY_GIVE_UP_LOG_LEVEL = "DEBUG"

# -- While it runs -----------------------------------------------------------------------------------------------------

# Seconds between two log lines of progress where there is no terminal; at least 1.
TOPIC_PROGRESS_INTERVAL_S = 60.0
# Seconds between two looks for a command such as `scrapy job pause`, and between two updates of what
# `scrapy job status` tells; at least 0.1.
TOPIC_CONTROL_INTERVAL_S = 1.0
# Seconds within which a crawl that is asked to stop has ended: what has not answered after two thirds of them is given
# up and fetched by the next run. Above DOWNLOAD_TIMEOUT most of it answers or fails by itself.
TOPIC_STOP_TIMEOUT_S = 30.0
# Whether report.html and urls.txt are written at the end.
TOPIC_REPORT = True
# Set by seeds=demo: serve the demo web and crawl it.
TOPIC_DEMO = False

# -- Scrapy's components -----------------------------------------------------------------------------------------------

SCHEDULER = "topicspider.scheduler.TopicScheduler"
DOWNLOADER = "topicspider.downloader.TopicDownloader"
ADDONS = {
    # Puts the recording in the place of Scrapy's download handlers, if TOPIC_REPLAY names one.
    "topicspider.downloadhandlers.ReplayAddon": 0,
}
# The frontier knows which URLs were met, and the scheduler filters other requests: no filter of Scrapy's is used.
DUPEFILTER_CLASS = "scrapy.dupefilters.BaseDupeFilter"
DOWNLOADER_MIDDLEWARES = {
    # As Scrapy's, but a redirect that leaves the allowed domains ends the lease of its URL instead of vanishing.
    "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
    "topicspider.downloadermiddlewares.offsite.TopicOffsiteMiddleware": 50,
    # By RFC 9309, with Crawl-delay, and asked again when it could not be fetched; in the place of Scrapy's.
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "topicspider.downloadermiddlewares.robots.RobotsMiddleware": 100,
    # Hears of every failure before RetryMiddleware (550) has the URL asked again.
    "topicspider.downloadermiddlewares.hostcare.HostCareMiddleware": 560,
    # Hears of a name without public addresses before the two above; after the next, which forgets its cookies then.
    "topicspider.downloadermiddlewares.addresses.PrivateAddressMiddleware": 705,
    # Before RedirectMiddleware (600) sees the response: cookies live for one redirect chain.
    "topicspider.downloadermiddlewares.cookies.RedirectCookiesMiddleware": 710,
    # Before HttpProxyMiddleware (750), which acts on the proxy that this one sets.
    "topicspider.downloadermiddlewares.demo.DemoProxyMiddleware": 740,
    # Next to the downloader: waits until a response is recorded before another component works on it.
    "topicspider.recording.RecordingMiddleware": 990,
}
SPIDER_MIDDLEWARES = {
    # The page room does this one's work for links of pages.
    "scrapy.spidermiddlewares.urllength.UrlLengthMiddleware": None,
}
ITEM_PIPELINES = {
    "topicspider.pipelines.storage.StoragePipeline": 800,
}
EXTENSIONS = {
    # Before the job is opened: a recording that cannot be used leaves nothing behind.
    "topicspider.extensions.recording.RecordedWebExtension": -10,
    "topicspider.extensions.job.Job": 0,
    "topicspider.extensions.demo.DemoWebExtension": 100,
    "topicspider.extensions.seeds.SeedCheck": 200,
    "topicspider.extensions.topicfile.TopicFile": 300,
    "topicspider.extensions.hosts.Hosts": 300,
    "topicspider.extensions.control.Control": 500,
    "topicspider.extensions.progress.Progress": 500,
    "topicspider.extensions.report.Report": 500,
    # The progress line says what this one would.
    "scrapy.extensions.logstats.LogStats": None,
}
# Consoles that execute code are off unless wanted (Scrapy's default: on).
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
LOG_LEVEL = "INFO"
LOG_FORMATTER = "topicspider.logformatter.QuietLogFormatter"
FEED_EXPORT_ENCODING = "utf-8"
