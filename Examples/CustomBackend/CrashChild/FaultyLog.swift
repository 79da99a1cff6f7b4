import CustomBackend
import Foundation
import Granary
import GranaryConformance

/// The example's store with sessions that have a fault, which only a crash shows.
enum FaultyLog<Session: FaultySession>: StoreBackend {
    static var type: StoreType { LogStore.type }
    static var capabilities: Capabilities { LogStore.capabilities.subtracting([.staging, .orderedSaves]) }
    static var options: [StoreOption] { LogStore.options }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try LogStore.location(of: configuration)
    }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        let path = try request.configuration.resolvedPath()
        var request = request
        if Session.writesLate {
            request.configuration.file = (request.configuration.file ?? "") + "-working"
            let working = try request.configuration.resolvedPath()
            if FileManager.default.fileExists(atPath: path) { try copyFile(path, to: working) }
            return FaultyStore<Session>(try LogStore.open(request), working: working, path: path)
        }
        return FaultyStore<Session>(try LogStore.open(request), working: path, path: path)
    }

    static func destroy(_ configuration: StoreConfiguration) throws { try LogStore.destroy(configuration) }
}

/// Replaces a file with a copy of another.
func copyFile(_ path: String, to other: String) throws {
    try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: other), options: .atomic)
}

/// A store whose sessions have a fault.
private final class FaultyStore<Session: FaultySession>: Store {
    private let base: any Store
    private let working: String
    private let path: String

    init(_ base: any Store, working: String, path: String) {
        self.base = base
        self.working = working
        self.path = path
    }

    var capabilities: Capabilities { base.capabilities.subtracting([.staging, .orderedSaves]) }
    var identity: StoreIdentity { base.identity }
    func makeSession() throws -> any StoreSession {
        Session(try base.makeSession(), working: working, path: path)
    }
    func close() throws {
        if working != path { try copyFile(working, to: path) }
        try base.close()
    }
}
