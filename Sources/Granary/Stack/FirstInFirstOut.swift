/// A queue: elements leave in the order they came.
struct FirstInFirstOut<Element> {
    private var elements: [Element?] = []
    private var head = 0

    /// Whether nothing waits.
    var isEmpty: Bool { head == elements.count }

    /// How many elements wait.
    var count: Int { elements.count - head }

    /// Adds an element at the end.
    mutating func append(_ element: Element) { elements.append(element) }

    /// Takes the element that has waited longest.
    ///
    /// - Complexity: constant on average.
    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: head <= 1_024)
            head = 0
        } else if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Takes back the element that came last.
    mutating func popLast() -> Element? {
        guard !isEmpty else { return nil }
        return elements.removeLast()
    }
}
