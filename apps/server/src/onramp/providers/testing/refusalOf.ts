import { ServiceError } from '@latchkey/protocol/errors'

/** Returns the coded error that a call throws. */
export async function refusalOf(ask: () => unknown): Promise<ServiceError> {
  try {
    await ask()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('it was not refused')
}

/** Returns all texts of an error. */
export function toldBy({ message, details, stack, cause }: ServiceError): string {
  return JSON.stringify([message, details, stack, cause])
}
