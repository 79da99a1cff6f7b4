public import Granary

extension ConfigurationSection {
    /// The section `sync`, which a schema with synced models has: the pauses of the sender, the sources by name,
    /// and the caches by model.
    ///
    /// ```yaml
    /// sync:
    ///   longestPause: 2m
    ///   sources:
    ///     main: { url: "https://example.org/api", timeLimit: 10s, token: { env: TOKEN } }
    ///   caches:
    ///     Flight: { rows: 2000 }
    ///     Remark: { bytes: 64MB }
    /// ```
    public static let sync = ConfigurationSection(
        "sync", "Repositories over a server.",
        keys: [
            StoreOption(
                "firstPause", .duration(1...3_600_000), default: "1s",
                "The longest pause after the first attempt that did not reach the server."),
            StoreOption(
                "longestPause", .duration(1...86_400_000), default: "5m", "The longest pause there is."),
            StoreOption(
                "lease", .duration(1_000...3_600_000), default: "30s",
                "How long a process that has stopped without a word keeps others from sending."),
        ],
        groups: [
            Group(
                "sources", "The servers, by the names that the program knows them by.",
                keys: [
                    StoreOption("url", .text, "The address that paths begin with."),
                    StoreOption("timeLimit", .duration(1...3_600_000), "How long a request may take."),
                    StoreOption("token", .text, "What proves who asks.", isSecret: true),
                ]),
            Group(
                "caches", "The rows in memory, by the names of their models.",
                keys: [
                    StoreOption("rows", .integer(0...1_000_000_000), "How many rows there are at most."),
                    StoreOption(
                        "bytes", .size(0...1_000_000_000_000), "How many bytes they hold at most, estimated."),
                ]),
        ])
}
