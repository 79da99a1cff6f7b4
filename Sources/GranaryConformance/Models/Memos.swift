import FoundationEssentials
import Granary

/// A folder of memos, which a filter hides once it is archived; in another configuration than the memos.
@Model final class Folder {
    var id: Int
    var name: String
    var isArchived: Bool = false
    @Relationship(inverse: \Memo.folder, onDelete: .cascade) var memos: ToMany<Memo>
}

extension Folder: FilteredModel {
    static var filters: [ModelFilter<Folder>] { [ModelFilter("archived") { !$0.isArchived }] }
}

/// A memo, which filters hide once it is marked as deleted, and while it is a draft.
@Model final class Memo {
    var id: Int
    @Attribute(.unique) var title: String
    var pages: Int = 0
    var deletedAt: Date?
    var isDraft: Bool = false
    @Relationship var folder: Folder?
}

extension Memo: FilteredModel {
    static var filters: [ModelFilter<Memo>] {
        [
            ModelFilter("deleted") { $0.deletedAt == nil },
            ModelFilter("draft") { !$0.isDraft },
        ]
    }
}
