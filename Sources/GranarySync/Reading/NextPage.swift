public import Granary

/// The place in an answer where a server goes on.
public struct NextPage<M: Model>: Sendable {
    let target: ReadTarget<M>
    let start: PageStart
}
