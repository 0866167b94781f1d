// The throw-away Maven project that depends on what we want to fetch.
import type { Fetch, MavenCoordinates } from '../server.ts'

/** A pom.xml. An archive comes alone; jars bring their dependencies. */
export function mavenProject(fetch: Extract<Fetch, { from: 'maven' }>): string {
  const dependencies =
    'archive' in fetch
      ? [dependency(fetch.archive, withoutOthers)]
      : fetch.jars.map((jar) => dependency(jar))
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>palimpsest.local</groupId>
  <artifactId>server</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
${dependencies.join('\n')}
  </dependencies>
</project>
`
}

const withoutOthers =
  '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>'

function dependency(coordinates: MavenCoordinates, rest = ''): string {
  const [groupId, artifactId, version, type, classifier] = coordinates.split(':')
  const elements = Object.entries({ groupId, artifactId, version, type, classifier })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
  return `    <dependency>${elements.join('')}${rest}</dependency>`
}
