import FoundationEssentials

/// The extent of a run, as the environment variables `GRANARY_CONFORMANCE`, `GRANARY_SEED` and `GRANARY_PROMISES` set
/// it.
///
/// Without them a run takes seconds, from fixed seeds and one random seed. `GRANARY_CONFORMANCE=long` tries many more
/// programs, kills many more processes and stores a million objects; `GRANARY_SEED=123` repeats the programs of one
/// seed and nothing else; `GRANARY_PROMISES=C35` checks only the promises whose category and name contain the text.
public struct ConformanceEffort: Sendable {
    /// Whether the run is a long one.
    public let isLong: Bool
    /// The only seed to try, when one is asked for.
    public let seed: UInt64?
    /// The text that the category and name of a promise have to contain, when not all are asked for.
    public let promises: String?

    /// Makes an effort.
    public init(isLong: Bool, seed: UInt64? = nil, promises: String? = nil) {
        self.isLong = isLong
        self.seed = seed
        self.promises = promises
    }

    /// The extent that the environment asks for.
    public static let current: ConformanceEffort = {
        let environment = ProcessInfo.processInfo.environment
        return ConformanceEffort(
            isLong: environment["GRANARY_CONFORMANCE"] == "long",
            seed: environment["GRANARY_SEED"].flatMap { UInt64($0) },
            promises: environment["GRANARY_PROMISES"])
    }()

    /// Whether to check a promise.
    package func includes(_ promise: ConformancePromise) -> Bool {
        promises.map { promise.description.contains($0) } ?? true
    }

    /// The seeds to try: the one asked for, or the first ones and one that is random, and many random ones in a long
    /// run.
    public func seeds(_ fixed: Int, long: Int) -> [UInt64] {
        if let seed { return [seed] }
        let random = (0..<(isLong ? long : 1)).map { _ in UInt64.random(in: 1_000...999_999_999) }
        return (0..<fixed).map { UInt64($0 + 1) } + random
    }
}
