"""Simulated events with known strengths: do ratings, intervals and the A/B test keep what they promise?"""
