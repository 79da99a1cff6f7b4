/// A type of which a query takes constants for `??`: all with Swift's own literals, so not decimals.
public protocol FallbackAttribute: Sendable {}

extension Bool: FallbackAttribute {}
