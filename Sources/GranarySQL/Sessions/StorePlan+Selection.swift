package import GranaryStore

extension StorePlan {
    /// The plan of a request that is one statement, without the engine's part of it.
    package init(of lowered: some LoweredRequest) {
        self.init()
        pushedDown = lowered.pushedDown
        residual = lowered.residual
    }

    /// The plan of a request that is only a selection, which the store answers itself.
    package init(plain selection: FetchRequest.Selection) {
        self.init()
        switch selection {
        case .all: break
        case .keys(let keys): pushedDown = ["the key is one of \(keys.count) keys"]
        case .referring(let name, let keys): pushedDown = ["\(name) is one of \(keys.count) keys"]
        }
    }

    /// The plan of a request that exceeds one statement: the store only answers the selection.
    package init(tooLarge selection: FetchRequest.Selection) {
        self.init()
        residual = ["everything but the selection: it is more than one statement can hold"]
        if case .all = selection {} else { scansAllRows = false }
    }
}
