// Node loads the modules of tests itself, as it does in production: nothing here needs a transformation, and Vite's loader
// took a tenth of the processor time of the tests.
import type { TestUserConfig } from 'vitest/config'

export const native: TestUserConfig = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
}
