/// The identity of the cache of one model of one stack, which the rows that it keeps have.
final class CacheOwner: Sendable {}
