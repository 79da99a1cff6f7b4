/// A query of any model, between its text and a query of Swift.
package struct QueryText: Sendable {
    /// The longest text that is read, in bytes of UTF-8.
    package static let longest = 1_048_576
    /// How deeply brackets may be nested.
    ///
    /// A thread has a stack of 1 MiB; so many levels take half of it without optimization.
    package static let deepest = 50
    /// How many names a path may have, since each step copies those before it; structured values end at eight.
    package static let mostNames = 200

    /// The name of the model.
    package var model: String
    /// The condition; `nil` for every object.
    package var predicate: ExpressionTree?
    /// The order.
    package var sort: [SortTerm] = []
    /// The number of objects to skip.
    package var offset = 0
    /// The largest number of objects; `nil` for no limit.
    package var limit: Int?
    /// The relationships to load together with the objects, as paths of names.
    package var prefetch: [[String]] = []
    /// The filters of models that do not count.
    package var lifted = LiftedFilters.none
    /// Whether rows that cannot be read are left out.
    package var skipsUnreadable = false
    /// The text of the cursor after whose page the objects begin; `nil` for the first page.
    package var cursor: String?

    /// Makes a query for all objects of a model.
    package init(model: String) { self.model = model }

    /// The query that another query asks.
    package init(_ query: Subquery) {
        self.init(model: query.model)
        predicate = query.predicate
        sort = query.sort
        offset = query.offset
        limit = query.limit
        lifted = query.lifted
    }

    /// Reads a query; names are checked by some models, if there are any.
    ///
    /// - Throws: ``GranaryError/Code/query`` with the line and the column of the first mistake.
    package init(parsing text: String, knowing models: KnownModels?) throws {
        var parser = try QueryParser(text, models)
        self = try parser.query()
    }

    /// The name of the model that a text begins with.
    ///
    /// - Throws: ``GranaryError/Code/query`` where it begins with no name.
    package static func model(of text: String) throws -> String {
        var parser = try QueryParser(text, nil)
        return try parser.requiredName("the name of a model")
    }
}
