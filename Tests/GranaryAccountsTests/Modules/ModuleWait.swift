import Granary
import GranaryAccounts

/// A task of a random program that waits for modules, as the model sees it.
struct ModuleWait {
    enum Kind {
        case start
        case module(Int)
        case letGo(Set<Int>)
        case end
    }

    /// How a wait ends: with what was waited for, or with an error.
    enum Outcome: Equatable {
        case done
        case fails(GranaryError.Code)
    }

    let kind: Kind
    var outcome: Outcome?

    /// How the wait ends now; `nil` while it goes on.
    func decide(_ model: ModuleModel) -> Outcome? {
        switch kind {
        case .start:
            if model.wasGivenUp { return model.hasEnded ? .fails(.cancelled) : nil }
            return model.stage == .essential ? nil : .done
        case .module(let place):
            let one = model.ones[place]
            switch one.phase {
            case .running: return .done
            case .failed: return .fails(one.failure ?? .closed)
            case .idle, .stopped: return .fails(.closed)
            case .stopping: return model.stage == .ending ? .fails(.closed) : nil
            case .waiting, .starting: return nil
            }
        case .letGo(let places): return places.contains { model.ones[$0].phase == .stopping } ? nil : .done
        case .end: return model.hasEnded ? .done : nil
        }
    }
}
