"""Tests of advisor.words.say."""
