public import Granary

/// Which relationships a graph follows: those on some paths, all, or all but some.
public struct GraphParts<Root: Model>: Sendable {
    /// Whether every relationship is followed that is not left out.
    let followsAll: Bool
    /// The paths whose last relationship is not followed.
    let excluded: [GraphPart<Root>]
    /// The paths that are followed, or how their last relationship is read where all are followed.
    let parts: [GraphPart<Root>]

    /// Every relationship of every object that the graph comes to, as deep as the graph may be.
    public static var all: GraphParts { GraphParts(followsAll: true, excluded: [], parts: []) }

    /// Every relationship; some are read in another way than the whole graph.
    ///
    /// How a part is read holds for the last relationship of its path, wherever the graph comes to it.
    public static func all(
        @GraphPartBuilder<Root> reading parts: (Root.Fields) -> [GraphPart<Root>]
    ) -> GraphParts {
        GraphParts(followsAll: true, excluded: [], parts: parts(Root.fields))
    }

    /// Every relationship but the last ones of some paths, which are not followed wherever the graph comes to them:
    /// `.allExcept { $0.remarks.author }`.
    ///
    /// How a part is read holds for the last relationship of its path, as in ``all(reading:)``.
    public static func allExcept(
        @GraphPartBuilder<Root> _ excluded: (Root.Fields) -> [GraphPart<Root>],
        @GraphPartBuilder<Root> reading parts: (Root.Fields) -> [GraphPart<Root>] = GraphPartBuilder<Root>
            .none
    ) -> GraphParts {
        GraphParts(followsAll: true, excluded: excluded(Root.fields), parts: parts(Root.fields))
    }

    /// The relationships on some paths: `{ $0.airline; $0.remarks.author }`.
    public static func only(
        @GraphPartBuilder<Root> _ parts: (Root.Fields) -> [GraphPart<Root>]
    ) -> GraphParts {
        GraphParts(followsAll: false, excluded: [], parts: parts(Root.fields))
    }
}
