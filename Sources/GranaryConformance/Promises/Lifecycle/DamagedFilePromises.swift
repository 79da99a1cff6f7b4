import FoundationEssentials
import Granary

/// Each file of a store is damaged, one at a time; the store is refused, or holds all acknowledged saves.
enum DamagedFilePromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] {
        FileDamage.Ending.allCases.map(damaged)
    }

    private static func damaged(_ ending: FileDamage.Ending) -> ConformancePromise {
        promise(
            "Whatever becomes of one file of a store that was \(ending.rawValue), it is refused or is whole",
            needs: [.files, .persistent], .united
        ) { bench in
            let trial = try FileDamage(bench, ending)
            for damage in FileDamage.Kind.allCases where damage.isPossible {
                for file in try trial.files { try trial.run(damage, on: file) }
            }
        }
    }
}
