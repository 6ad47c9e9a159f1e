export { errorCatalog, isErrorCode, isRetryable } from '../errors/catalog.ts'
export { ServiceError } from '../errors/ServiceError.ts'
