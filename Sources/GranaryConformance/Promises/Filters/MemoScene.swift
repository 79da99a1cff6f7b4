import FoundationEssentials
import Granary

/// Memos, some of which the filters of their model hide.
///
/// Seen are 1, 4 and 6; 2 and 5 are deleted, 3 is a draft. Folder 1 holds 1 to 3, the archived folder 2 holds 4 and 5.
enum MemoScene {
    static let moment = Date(timeIntervalSince1970: 1_000_000)

    static func fill(_ context: Context) throws {
        let (open, archived) = (Folder(id: 1, name: "open"), Folder(id: 2, name: "old", isArchived: true))
        try context.insert(open)
        try context.insert(archived)
        for id in 1...6 {
            let memo = Memo(id: id, title: "memo \(id)", pages: id * 10)
            if id == 2 || id == 5 { memo.deletedAt = moment }
            memo.isDraft = id == 3
            memo.folder = id < 4 ? open : id < 6 ? archived : nil
            try context.insert(memo)
        }
    }
}

extension PromiseList {
    /// A promise about the memos, checked while they are unsaved, and again in a context that reads them.
    static func memos(
        _ name: String, _ check: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.perform { context in
                try MemoScene.fill(context)
                try check(context)
                try context.save()
            }
            try await bench.perform { try check($0) }
        }
    }

    /// A promise about stored memos.
    static func storedMemos(
        _ name: String, _ body: @escaping @Sendable (Context, ConformanceBench) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.save { try MemoScene.fill($0) }
            try await bench.perform { try body($0, bench) }
        }
    }
}
