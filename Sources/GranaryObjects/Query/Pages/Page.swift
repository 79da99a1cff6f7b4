/// Some objects of a query in its order, with the start of the next ones.
public struct Page<M: Model> {
    /// The objects.
    public let objects: [M]
    /// The start of the next page; `nil` on the last page.
    public let next: PageCursor?

    /// Makes a page.
    init(objects: [M], next: PageCursor?) {
        self.objects = objects
        self.next = next
    }
}
