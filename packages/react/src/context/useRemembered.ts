import { useCallback, useState } from 'react'
import { useModalScope } from './ModalScope.tsx'

/** State that outlives its view while the modal is open: a chosen tab, a search text. */
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
