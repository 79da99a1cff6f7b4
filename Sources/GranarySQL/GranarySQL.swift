// GranarySQL
