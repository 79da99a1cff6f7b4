/// A model with conditions that are a part of every query of it, until the query lifts them by name.
///
/// ```swift
/// @Model final class Draft {
///     var id: Int
///     var deletedAt: Date?
/// }
///
/// extension Draft: FilteredModel {
///     static var filters: [ModelFilter<Draft>] {
///         [ModelFilter("deleted") { $0.deletedAt == nil }]
///     }
/// }
/// ```
///
/// A filter counts for objects that are fetched, streamed, counted, aggregated, observed, or changed and deleted at once
/// by a query, and for the members of a relationship to many in `any`, `all`, `none`, `count`, `first` and aggregates, as
/// if the condition began with it. It does not count for known objects: those that are asked for by their keys, those at
/// the end of a relationship, and those that saves, delete rules, unique constraints, reconciling, upserts, backfills and
/// syncing are about; nor for native queries.
///
/// A filter that asks for members whose own filter leads back to it makes each query of the model throw a
/// ``GranaryError/Code/query`` error.
public protocol FilteredModel: _FilteredModel, Model {
    /// The filters; the same ones each time.
    static var filters: [ModelFilter<Self>] { get }
}
