import FoundationEssentials

/// Where the next page of an answer begins.
struct PageStart: Sendable, Hashable {
    /// What the source has said about it.
    let page: Data
    /// When the first page was served.
    let begun: Date
}
