import { useCallback, useState } from 'react'
import { useModalScope } from './ModalScope.tsx'

/** Returns state that survives its view while the modal is open, such as a chosen tab or a search text. */
export function useRemembered<T>(key: string, initial: T): [T, (value: T) => void] {
  const { memory } = useModalScope()
  const [value, setValue] = useState<T>(() => (memory.has(key) ? (memory.get(key) as T) : initial))
  const remember = useCallback(
    (next: T) => {
      memory.set(key, next)
      setValue(next)
    },
    [key, memory],
  )
  return [value, remember]
}
