"""What the topic is: keyword files, text folding, words, matching, judges."""

from topicspider.exceptions import KeywordFileError
from topicspider.topic.judgement import Judgement
from topicspider.topic.keywords import load_keywords
from topicspider.topic.topic import Topic

__all__ = ["Judgement", "KeywordFileError", "Topic", "load_keywords"]
