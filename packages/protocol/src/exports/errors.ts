export { errorCatalogue, isErrorCode, isRetryable } from '../errors/catalogue.ts'
export { ServiceError } from '../errors/ServiceError.ts'
