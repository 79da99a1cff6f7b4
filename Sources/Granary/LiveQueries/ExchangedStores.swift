/// Other stores are open than those that the result of a live query is of, so the query has to run again.
struct ExchangedStores: Error {}
