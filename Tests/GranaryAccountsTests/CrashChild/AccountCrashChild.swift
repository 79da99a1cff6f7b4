import Foundation

/// The process that ends itself on the way of a sign-in, a refresh, a change of who is current, or forgetting.
///
/// Its arguments are the type of the stores, a directory, and where to end: a scene and a point. It first looks at what the
/// process before it has left there. Without the last two it then removes everything.
@main struct AccountCrashChild {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { exit(2) }
        do {
            let ground = CrashGround(type: arguments[1], directory: arguments[2])
            let run = try await CrashRun(ground)
            try await run.check()
            guard arguments.count >= 5 else { return try await run.end() }
            guard let scene = CrashScene(rawValue: arguments[3]) else { exit(2) }
            try await run.prepare(scene, until: arguments[4])
            try await run.play(scene, until: arguments[4])
            throw CrashFailure("\(scene) does not come to \(arguments[4])")
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(3)
        }
    }
}

/// What ends in the middle.
enum CrashScene: String, Codable {
    case signIn, adopt, change, refresh, forget
}

/// Something is not as it should be after a kill.
struct CrashFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless something is as expected.
    static func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
        if value != expected { throw CrashFailure("\(what): \(value), and not \(expected)") }
    }
}

/// What was shown before a process was killed, and where that was.
struct CrashFacts: Codable {
    /// The number of the process.
    var run = 0
    /// Where it is killed; none before the first.
    var scene: CrashScene?
    var point = ""
    /// Who is current.
    var current = "guest"
    /// Ada's credential.
    var token = 0
    /// What each has saved.
    var trips: [String: [String]] = [:]
    /// The place of Bob, if he has one.
    var place: String?

    /// Whether Bob is known after the kill.
    var knowsBob: Bool {
        switch scene {
        case .signIn, .adopt: ["recorded", "beforeCurrent", "currentRecorded"].contains(point)
        case .forget: point == "beforeMarking"
        case .change, .refresh, nil: false
        }
    }

    /// Who is current after the kill.
    var next: String {
        switch (scene, point) {
        case (.signIn, "currentRecorded"), (.adopt, "currentRecorded"), (.forget, "beforeMarking"): "bob"
        case (.change, "currentRecorded"), (.forget, _): "guest"
        default: current
        }
    }

    /// Whether the server has given Ada a credential that never came to a safe place, and takes no other one.
    var hasLostToken: Bool { scene == .refresh && ["answered", "beforeStoring"].contains(point) }
}
