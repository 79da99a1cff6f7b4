public import Foundation
public import Granary

extension Query {
    /// Makes a query of a Foundation predicate and sort descriptors.
    ///
    /// They are lowered to the same tree that closures over fields give, so they mean the same on every store:
    /// text is compared by its bytes, and a `nil` that is unwrapped with `!` matches nothing.
    ///
    /// - Throws: ``GranaryError/Code/query``, naming the part of the predicate or the sort descriptor that
    ///   cannot be lowered.
    public init(_ predicate: Predicate<M>, sortBy order: [SortDescriptor<M>] = []) throws {
        self.init(predicate: try LoweringScope.tree(of: predicate))
        self = try sorted(by: order)
    }

    /// The objects for which a Foundation predicate holds too.
    ///
    /// - Throws: ``GranaryError/Code/query``, naming the part that cannot be lowered.
    public func matching(_ predicate: Predicate<M>) throws -> Query {
        let condition = try LoweringScope.tree(of: predicate)
        var query = self
        query.predicate = self.predicate.map { .both($0, condition) } ?? condition
        return query
    }

    /// The same objects in the order of sort descriptors, which follow the order the query has.
    ///
    /// `nil` comes first in a forward order. Text is ordered by its bytes; a descriptor with a comparator that
    /// depends on the language of the machine cannot be lowered.
    ///
    /// - Throws: ``GranaryError/Code/query``, naming the descriptor that cannot be lowered.
    public func sorted(by descriptors: [SortDescriptor<M>]) throws -> Query {
        var query = self
        query.sort += try descriptors.enumerated().map { try $1.lowered(at: $0) }
        return query
    }
}

extension Model {
    /// The objects for which a Foundation predicate holds.
    ///
    /// - Throws: ``GranaryError/Code/query``, naming the part that cannot be lowered.
    public static func matching(_ predicate: Predicate<Self>) throws -> Query<Self> { try Query(predicate) }
}
