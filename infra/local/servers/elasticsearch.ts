// Elasticsearch from its minimal distribution for integration tests: the real server without most
// modules.
import { answers } from '../probe/probe.ts'
import type { Candidate, Place, Server } from '../server.ts'

export const elasticsearch: Server = {
  name: 'elasticsearch',
  port: 9200,
  otherPorts: (port) => [port + 100],
  readyWithinMs: 360_000,
  refusesRoot: true,
  candidates: [distribution('8.19.21'), distribution('8.19.16')],
  ready: (port) =>
    answers(
      `http://127.0.0.1:${port}/_cluster/health?wait_for_status=yellow&timeout=1s`,
      (status) => status === 200,
    ),
  environment: (port) => ({ ELASTICSEARCH_URL: `http://127.0.0.1:${port}` }),
}

function distribution(version: string): Candidate {
  return {
    id: `elasticsearch-${version}`,
    fetch: {
      from: 'maven',
      archive: `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${version}:zip`,
    },
    java: 17,
    launch: (place) => ({
      command: `${place.home}/bin/elasticsearch`,
      // Also distinguishes its processes from others, from the first moment on.
      args: ['--pidfile', `${place.run}/tmp/pid`],
      env: {
        ES_JAVA_HOME: place.javaHome,
        ES_PATH_CONF: `${place.run}/config`,
        ES_TMPDIR: `${place.run}/tmp`,
      },
      files: {
        'config/elasticsearch.yml': settings(place),
        'config/jvm.options': jvmOptions(place),
        'config/log4j2.properties': logging,
      },
      directories: ['data', 'logs', 'tmp'],
    }),
  }
}

/**
 * The stock settings of one open node. Options of modules that the distribution lacks would stop
 * it.
 */
function settings({ run, port }: Place): string {
  return `cluster.name: palimpsest-local
node.name: local
discovery.type: single-node
network.host: 127.0.0.1
http.port: ${port}
transport.port: ${port + 100}
path.data: ${JSON.stringify(`${run}/data`)}
path.logs: ${JSON.stringify(`${run}/logs`)}
xpack.security.enabled: false
cluster.routing.allocation.disk.threshold_enabled: false
action.auto_create_index: false
`
}

function jvmOptions({ run }: Place): string {
  return `-Xms1g
-Xmx1g
-Djava.io.tmpdir=${run}/tmp
20-:--add-modules=jdk.incubator.vector
-XX:+ExitOnOutOfMemoryError
-XX:ErrorFile=${run}/logs/hs_err_pid%p.log
`
}

const logging = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%c{1.}] %m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
`
