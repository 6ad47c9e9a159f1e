export { errorCatalogue, isErrorCode } from '../errors/catalogue.ts'
export { ServiceError } from '../errors/ServiceError.ts'
