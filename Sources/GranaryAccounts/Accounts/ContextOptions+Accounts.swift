import Granary

extension ContextOptions {
    /// Those of a unit of work that changes the record of an account, which another process may change too: it is repeated
    /// then, and saves to the store also where the strategy has a context between.
    static var ofRecords: ContextOptions {
        var options = ContextOptions()
        options.retries = 20
        options.savesThroughParent = true
        return options
    }
}
