import GranaryConformance
import GranarySync

/// A random program of two clients and their server.
struct SyncProgram: Sendable {
    /// One step; a post and an author are known by small numbers.
    enum Step: Sendable, Equatable {
        /// A client saves a new post, or another title of the one that it has.
        case write(client: Int, post: Int)
        /// A client saves a title that the server refuses.
        case writeBad(client: Int, post: Int)
        /// A client adds likes, which are summed up.
        case like(client: Int, post: Int)
        /// A client saves an author, and makes it that of a post, in one save.
        case sign(client: Int, post: Int, author: Int)
        /// A client adds an author to the readers of a post, or takes it away.
        case read(client: Int, post: Int, author: Int)
        /// A client deletes a post.
        case delete(client: Int, post: Int)
        /// Somebody else changes a post at the server, or makes it.
        case change(post: Int)
        /// Somebody else deletes a post at the server.
        case remove(post: Int)
        /// A client sends everything, over a network with faults.
        case send(client: Int, [NetworkFault])
        /// A client sends, and its sender ends at a point; then it starts again.
        case crash(client: Int, SyncPoint, reopens: Bool)
        /// A client asks for everything, over a network with faults.
        case fetch(client: Int, [NetworkFault])
        /// A client asks for what has changed, page by page, over a network with faults.
        case refresh(client: Int, [NetworkFault])
        /// A client asks for one post.
        case ask(client: Int, post: Int)
        /// A client asks for everything, and the answer is on its way until it is let through.
        case hold(client: Int)
        /// The answer that is on its way arrives.
        case release(client: Int)
    }

    /// Whether the server compares the values before an update with its own.
    var comparesValues = false
    /// Whether the server returns the row of an accepted write.
    var returnsRows = false
    /// Whether waiting writes of one object become one.
    var coalesces = true
    /// The largest number of writes of a batch.
    var batches = 1
    /// Whether a client that is to end while it merges asks for what has changed; otherwise for everything.
    var refreshesAtCrashes = false
    /// What is decided about refused writes.
    var decision = RefusalDecision.takeRemote
    var steps: [Step] = []

    static let posts = 4
    static let authors = 2

    /// Makes the program of a seed.
    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        comparesValues = random.next() % 2 == 0
        returnsRows = random.next() % 2 == 0
        coalesces = random.next() % 3 > 0
        batches = [1, 1, 3, 20][Int(random.next() % 4)]
        decision = [.takeRemote, .takeRemote, .undo, .keep][Int(random.next() % 4)]
        refreshesAtCrashes = random.next() % 2 == 0
        let count = 5 + Int(random.next() % 30)
        steps = (0..<count).map { _ in Self.step(&random) }
    }

    private static func step(_ random: inout SeededGenerator) -> Step {
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        let (client, post) = (below(2), below(posts))
        func faults() -> [NetworkFault] {
            (0..<below(4)).map { _ in NetworkFault.allCases[below(NetworkFault.allCases.count)] }
        }
        switch below(26) {
        case 0..<5: return .write(client: client, post: post)
        case 5: return .writeBad(client: client, post: post)
        case 6, 7: return .like(client: client, post: post)
        case 8: return .sign(client: client, post: post, author: below(authors))
        case 9, 10: return .delete(client: client, post: post)
        case 11: return .change(post: post)
        case 12: return .remove(post: post)
        case 13, 14: return .send(client: client, faults())
        case 15:
            let points = SyncPoint.allCases.filter { $0 != .afterReading }
            return .crash(client: client, points[below(points.count)], reopens: below(2) == 0)
        case 16, 17: return .fetch(client: client, faults())
        case 18: return .hold(client: client)
        case 19: return .release(client: client)
        case 20...22: return .read(client: client, post: post, author: below(authors))
        case 23, 24: return .refresh(client: client, faults())
        default: return .ask(client: client, post: post)
        }
    }
}

extension SyncProgram: CustomStringConvertible {
    /// A line for each step.
    var description: String {
        let head =
            "compares \(comparesValues), returns \(returnsRows), coalesces \(coalesces), batches \(batches), decides \(decision), refreshes \(refreshesAtCrashes)"
        return ([head] + steps.map { "\($0)" }).joined(separator: "\n")
    }
}

/// What the network does to one request.
enum NetworkFault: Sendable, CaseIterable {
    /// The request does not arrive.
    case lost
    /// The request arrives, its answer does not.
    case answerLost
    /// The request arrives twice.
    case doubled
    /// The request arrives after a later one; its sender hears nothing.
    case late
    /// The server is busy.
    case busy
}
