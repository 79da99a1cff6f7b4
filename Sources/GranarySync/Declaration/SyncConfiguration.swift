public import Granary

/// What a configuration says of repositories, in its section ``ConfigurationSection/sync``.
public struct SyncConfiguration: Sendable {
    /// A server, as the configuration names it.
    public struct Source: Sendable, Hashable {
        /// The address that paths begin with; `nil` where the configuration has none.
        public let url: String?
        /// How long a request may take; `nil` where the configuration does not say it.
        public let timeLimit: Duration?
        /// The secret that proves who asks, which is in no description; `nil` for none.
        public let token: String?
    }

    /// The pauses; those that the configuration does not have are the usual ones.
    public let times: SyncTimes
    /// The sources, by name.
    public let sources: [String: Source]
    /// The limits of caches, by the names of their models.
    ///
    /// They come before those of ``Synced``; no rows are no cache.
    public let caches: [String: CacheSize]

    /// Reads the settings of a stack.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for a value of another kind, in settings that nobody validated.
    public init(of settings: StackSettings) throws {
        let values = settings.sections[ConfigurationSection.sync.name] ?? SectionValues()
        var times = SyncTimes()
        times.firstPause = try values.options.duration("firstPause") ?? times.firstPause
        times.longestPause = try values.options.duration("longestPause") ?? times.longestPause
        times.lease = try values.options.duration("lease") ?? times.lease
        self.times = times
        sources = try (values.groups["sources"] ?? [:]).mapValues { options in
            Source(
                url: options["url"], timeLimit: try options.duration("timeLimit"), token: options["token"])
        }
        caches = try (values.groups["caches"] ?? [:]).compactMapValues { options in
            if options["rows"] == nil, options["bytes"] == nil { return nil }
            return CacheSize(
                rows: try options.integer("rows", default: .max),
                bytes: try options.bytes("bytes", default: .max))
        }
    }

    /// A source by its name.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` if there is none.
    public func source(_ name: String) throws -> Source {
        if let source = sources[name] { return source }
        let known = sources.keys.sorted().joined(separator: ", ")
        var error = GranaryError(
            .configuration,
            "The configuration names no source “\(name)” (\(known.isEmpty ? "there are none" : known)); add `\(name): { url: … }` to `sources` in the section `sync`."
        )
        error.context.keyPath = "sync.sources.\(name)"
        throw error
    }
}

extension SyncConfiguration.Source: CustomStringConvertible, CustomReflectable {
    /// The address and the time limit, without the secret.
    public var description: String {
        "\(url ?? "no address")\(timeLimit.map { ", at most \($0)" } ?? "")\(token == nil ? "" : ", with a token")"
    }

    /// The description only: debuggers do not show secrets.
    public var customMirror: Mirror { Mirror(self, children: [("source", description)]) }
}

extension StoreOptions {
    /// The value of a duration option; `nil` where it is not set.
    ///
    /// - Throws: as ``milliseconds(_:default:)``.
    fileprivate func duration(_ name: String) throws -> Duration? {
        self[name] == nil ? nil : .milliseconds(try milliseconds(name, default: 0))
    }
}
