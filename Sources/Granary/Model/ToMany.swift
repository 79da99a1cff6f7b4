/// A relationship to many: a collection that loads itself when first looked at, for all objects fetched together.
///
/// Objects come in the order of their keys when loaded; objects added since follow in the order of adding. The
/// other side of the relationship is kept in step at once.
public struct ToMany<Target: Model> {
    let owner: any Model
    let position: Int

    /// Makes the collection of an owner's relationship, by its position among those to many.
    public init(owner: any Model, position: Int) {
        self.owner = owner
        self.position = position
    }
}
