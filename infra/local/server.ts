// What a local server is: where it comes from, how it is started, and how to tell that it works.

/** `group:artifact:version`, then `:type` and `:classifier` if the artifact is not a plain jar. */
export type MavenCoordinates = string

export type Fetch =
  /** The jars with all their dependencies, flat in `lib/`. */
  | { from: 'maven'; jars: MavenCoordinates[] }
  /** One zip or tar.gz, unpacked; a single top folder is dropped. */
  | { from: 'maven'; archive: MavenCoordinates }
  /** A Go command, built into `bin/`. */
  | { from: 'go'; module: string }
  /** Python packages, installed into `site/`. */
  | { from: 'pip'; packages: string[] }

/** Where one server lives while it runs. */
export type Place = {
  /** The cache entry: shared, never written to. */
  home: string
  /** The server's own directory: configuration, data, log, pid. Part of the command line. */
  run: string
  port: number
  javaHome: string
}

export type Launch = {
  command: string
  args: string[]
  /** Added to the few variables that every server gets. */
  env?: Record<string, string>
  /** Text of configuration files, by their path below `run`; rewritten on every start. */
  files?: Record<string, string>
  /** Made below `run` where missing. */
  directories?: string[]
  /** Run to their end before the server starts, such as formatting its storage. Must be repeatable. */
  prepare?: { command: string; args: string[] }[]
  /** Started instead if this one ends before it is ready. */
  otherwise?: Launch
}

/** One way to get and start a server. The first one that can be fetched is used. */
export type Candidate = {
  /** Names the cache entry: server and version. */
  id: string
  fetch: Fetch
  /** The oldest Java that it runs on; absent if it needs no Java. */
  java?: number
  launch(place: Place): Launch
  /** Called once it is ready, for what can only be configured through its API. Must be repeatable. */
  settle?(place: Pick<Place, 'port'>): Promise<void>
}

export const serverNames = ['elasticsearch', 'kafka', 'registry', 'neo4j', 's3'] as const
export type ServerName = (typeof serverNames)[number]

export type Server = {
  name: ServerName
  port: number
  otherPorts(port: number): number[]
  readyWithinMs: number
  /** Runs as an ordinary user even when root starts it. */
  refusesRoot?: boolean
  candidates: Candidate[]
  /** Does it answer its own protocol? Never throws because a server is absent. */
  ready(port: number): Promise<boolean>
  /** The environment that the service needs to use it. */
  environment(port: number): Record<string, string>
}

/** The jars of a cache entry as a Java class path. */
export const classPath = (place: Place): string => `${place.home}/lib/*`

export function isServerName(name: string): name is ServerName {
  return serverNames.some((known) => known === name)
}
