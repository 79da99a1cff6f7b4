/// Keeps both sides of relationships in step when one of them is set.
package enum RelationshipUpkeep {
    package static func setToOne(of owner: any Model, at position: Int, to target: (any Model)?) {}
}
