import { ServiceError } from '@latchkey/protocol/errors'

/** The coded error with which something is refused. */
export async function refusalOf(ask: () => unknown): Promise<ServiceError> {
  try {
    await ask()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('it was not refused')
}

/** All that an error tells. */
export function toldBy({ message, details, stack, cause }: ServiceError): string {
  return JSON.stringify([message, details, stack, cause])
}
