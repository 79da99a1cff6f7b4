/// Some objects of a query in its order, and where the next ones begin.
public struct Page<M: Model> {
    /// The objects.
    public let objects: [M]
    /// Where the next page begins; `nil` on the last page.
    public let next: PageCursor?

    /// Makes a page.
    init(objects: [M], next: PageCursor?) {
        self.objects = objects
        self.next = next
    }
}
