/// Somebody who works with the stores of a stack without keeping it from resting, and who leaves before they close.
///
/// Its own work goes through a stack that shares the stores, so that it does not count as use of the tenant's stack.
package protocol StackTenant: AnyObject, Sendable {
    /// The stores are about to close; returns when the tenant does not need them any longer.
    func leave() async

    /// The stores have closed, or stayed open after all.
    func mayReturn()
}
