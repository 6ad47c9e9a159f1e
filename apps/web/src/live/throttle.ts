/**
 * Makes a function that runs at once and then at most every `interval` milliseconds. Calls in between cause one run at the end of the
 * interval, which `cancel` drops.
 */
export function throttle({ run, interval }: { run: () => void; interval: number }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const call = () => {
    if (timer !== undefined) {
      again = true
      return
    }
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (again) {
        again = false
        call()
      }
    }, interval)
  }
  return {
    call,
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  }
}
