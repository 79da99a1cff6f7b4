import Granary

/// The document that `config show --json` prints; secrets are left out.
struct ConfigurationDocument: Codable, Sendable, Equatable {
    /// One store.
    struct Store: Codable, Sendable, Equatable {
        var name: String
        var type: String
        var kind: String?
        var place: String?
        var isReadOnly: Bool
        var mustExist: Bool
        var onIncompatible: String
        var consents: [String]
        var keepsLostData: Bool
        var followsOthers: Bool
        var perAccount: Bool
        var options: [String: String]
    }

    /// The settings of the stack as a whole.
    struct Settings: Codable, Sendable, Equatable {
        var workers: Int
        var generalActions: Int
        var automaticMerge: Bool
        var strictLoading: Bool
        var mainContextIsReadOnly: Bool
        var restsAfter: String?
    }

    var stores: [Store]
    var settings: Settings
    /// The values of the sections of modules, by section and by key: `sources.main.url`.
    var sections: [String: [String: String]]
    /// Where each value comes from, by its key in a file, such as `stores.Main.options.cacheSize`: a file with its line, a
    /// variable, an argument, `program`, or `default`.
    var origins: [String: String]
}
