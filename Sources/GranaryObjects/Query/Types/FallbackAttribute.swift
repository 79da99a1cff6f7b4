/// A type whose constants a query accepts for `??`: all with Swift's own literals, so not decimals.
public protocol FallbackAttribute: Sendable {}

extension Bool: FallbackAttribute {}
