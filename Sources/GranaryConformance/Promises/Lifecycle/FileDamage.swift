import FoundationEssentials
import Granary

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A store with a history; copies of it with damaged files are opened.
struct FileDamage {
    private let saves: AcknowledgedSaves
    private let ending: Ending
    private let root: String

    /// How the store got into its state on disk.
    enum Ending: String, CaseIterable {
        /// By closing it.
        case closed
        /// As a process leaves it that is killed between two saves.
        case killed = "left open"
    }

    /// The damage to a file.
    enum Kind: String, CaseIterable {
        case removed, emptied, cutInHalf, ofAnotherStore, ofAnOlderCopy, linkedToNowhere, unreadable

        /// Whether a test can bring it about: the superuser may read everything.
        var isPossible: Bool { self != .unreadable || geteuid() != 0 }

        /// Whether it may bring back an earlier state, as a whole: removing all of a log, or replacing a whole store by
        /// an older copy, leaves no trace of that.
        var mayGoBack: Bool {
            switch self {
            case .removed, .emptied, .cutInHalf, .ofAnOlderCopy: true
            case .ofAnotherStore, .linkedToNowhere, .unreadable: false
            }
        }
    }

    /// Makes the store, an older copy of it, and another store of the same models.
    init(_ bench: ConformanceBench, _ ending: Ending) throws {
        self.ending = ending
        root = bench.directory + "/damage"
        saves = try AcknowledgedSaves(bench)
        try saves.make(at: path("store"), copying: ["old": path("older"), "new": path("newer")], ending)
        try saves.make(at: path("another"), copying: ["new": path("other")], ending, isOther: true)
    }

    private func path(_ name: String) -> String { "\(root)/\(name)" }

    /// The files of the store, as paths in its directory.
    var files: [String] { get throws { try FileTree(path("newer")).files } }

    /// Damages a file of a copy, opens it, mends it, and opens it again.
    func run(_ kind: Kind, on file: String) throws {
        let label = "\(file) \(kind.rawValue), \(ending.rawValue)"
        let (copy, trial) = (path("newer"), path("trial"))
        guard try damage(kind, file, from: copy, to: trial) else { return }
        defer { try? remove(trial) }
        switch try saves.look(at: trial, label) {
        case .holds(let state, let isNew):
            let states = saves.states
            // If one file is the whole store, it has become the other one, as a whole.
            let isOther = kind == .ofAnotherStore && state == saves.othersState
            let isEarlier = kind.mayGoBack && (states.contains(state) || isNew && state.isEmpty)
            try expect(
                state == states.last || isEarlier || isOther,
                "\(label): the store holds what was never acknowledged")
        case .refused:
            // A refused store was left unchanged: with its file it is the store again.
            try restore(file, from: copy, to: trial)
            guard case .holds(let state, _) = try saves.look(at: trial, "\(label), mended"),
                state == saves.states.last
            else {
                throw ConformanceFailure(.broken, "\(label): the mended store is not what it was")
            }
        }
    }

    private func remove(_ path: String) throws {
        chmod(path, 0o700)
        try FileManager.default.removeItem(atPath: path)
    }

    private func restore(_ file: String, from copy: String, to trial: String) throws {
        unlink("\(trial)/\(file)")
        try FileManager.default.copyItem(atPath: "\(copy)/\(file)", toPath: "\(trial)/\(file)")
    }

    /// Copies the store, and damages a file of the copy; false where that changes nothing.
    private func damage(_ kind: Kind, _ file: String, from copy: String, to trial: String) throws -> Bool {
        try FileManager.default.copyItem(atPath: copy, toPath: trial)
        let place = "\(trial)/\(file)"
        let bytes = FileManager.default.contents(atPath: place) ?? Data()
        switch kind {
        case .removed: try FileManager.default.removeItem(atPath: place)
        case .emptied: try Data().write(to: URL(filePath: place))
        case .cutInHalf: try bytes.prefix(bytes.count / 2).write(to: URL(filePath: place))
        case .ofAnotherStore, .ofAnOlderCopy:
            let source = path(kind == .ofAnotherStore ? "other" : "older")
            let others = try FileTree(source).files
            guard
                let twin = others.first(where: { $0 == file })
                    ?? others.first(where: { Self.kind(of: $0) == Self.kind(of: file) }),
                let content = FileManager.default.contents(atPath: "\(source)/\(twin)"), content != bytes
            else {
                try remove(trial)
                return false
            }
            try content.write(to: URL(filePath: place))
        case .linkedToNowhere:
            try FileManager.default.removeItem(atPath: place)
            guard symlink("\(trial)/nowhere/at/all", place) == 0 else {
                throw ConformanceFailure(.setUp, "\(file): no link can be made")
            }
        case .unreadable: chmod(place, 0)
        }
        chmod(place, kind == .unreadable ? 0 : 0o600)
        return true
    }

    /// A name without its numbers.
    private static func kind(of file: String) -> String { file.filter { !$0.isNumber } }
}
