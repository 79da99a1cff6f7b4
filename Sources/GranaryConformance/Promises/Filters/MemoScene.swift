import FoundationEssentials
import Granary

/// Memos, some hidden by the filters of their model.
///
/// No filter hides 1, 4 and 6; 2 and 5 are deleted, 3 is a draft. Folder 1 holds 1 to 3, the archived folder 2 holds 4
/// and 5.
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
    /// Checks on the memos, before and after they are saved.
    static func memos(
        _ name: String, _ check: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise { unsavedAndSaved(name, MemoScene.fill, check) }

    /// Checks on stored memos.
    static func storedMemos(
        _ name: String, _ body: @escaping @Sendable (Context, ConformanceBench) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.save { try MemoScene.fill($0) }
            try await bench.perform { try body($0, bench) }
        }
    }
}
