import Granary
import GranaryTestSupport
import Testing

/// What the fields of embedded structures are as expressions.
@Suite struct StructuredFieldTests {
    private let shelf = Shelf.fields

    private func part(_ path: String..., form: ExpressionTree.StructuredForm) -> ExpressionTree {
        .part(path, form, of: .attribute(path: [], name: "top"))
    }

    @Test func partsArePathsFromTheAttribute() {
        #expect(shelf.top.label.tree == part("label", form: .text))
        #expect(shelf.top.inner.size.tree == part("inner", "size", form: .float))
        #expect(shelf.top.level.tree == part("n", form: .integer))
        #expect(shelf.next.top.label.tree == part("label", form: .text).prefixed(by: ["next"]))
        #expect(shelf.top.inner.isNil.tree == .compare(.equal, part("inner", form: .structure), .null))
    }

    @Test func namesOfListsAndOptionalsAreFree() {
        #expect(shelf.top.count.tree == part("count", form: .integer))
        #expect(
            shelf.top.parts.count.tree == .function(.structure(.count), [part("parts", form: .structure)]))
        #expect(
            shelf.top.parts[2].count.tree
                == .part(
                    ["count"], .integer,
                    of: .function(.structure(.element(2)), [part("parts", form: .structure)])))
    }

    @Test func aConditionOnElementsIsAboutTheElement() {
        let itself = ExpressionTree.function(.structure(.itself), [])
        let condition = shelf.top.parts.all { $0.label == "a" }
        #expect(
            condition.tree
                == .function(
                    .structure(.quantified(.all)),
                    [
                        part("parts", form: .structure),
                        .compare(.equal, .part(["label"], .text, of: itself), .text("a")),
                    ]))
        #expect(condition.problem == nil)
    }

    @Test func elementsOfOneTypeWithinEachOtherAreRefused() {
        let condition = shelf.top.parts.any { outer in outer.parts.any { $0.label == outer.label } }
        #expect(condition.problem?.code == .query)
        // Elsewhere the type is free again.
        #expect((shelf.top.parts.any { $0.count > 1 }).problem == nil)
    }
}

private enum ShelfHeight: Int, Codable { case low, high }

@Embedded private struct ShelfBox {
    var label: String
    var count: Int = 0
    var level: ShelfHeight?
    var inner: ShelfInner?
    var parts: [ShelfBox] = []

    enum CodingKeys: String, CodingKey {
        case label, count, inner, parts
        case level = "n"
    }
}

@Embedded private struct ShelfInner {
    var size: Float
}

@Model private final class Shelf {
    var id: Int
    var top: ShelfBox
    @Relationship var next: Shelf?
}
