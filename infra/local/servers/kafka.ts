// Apache Kafka as one KRaft node that is broker and controller.
import { kafkaAnswers } from '../probe/kafka-probe.ts'
import { type Candidate, classPath, type Place, type Server } from '../server.ts'

/** Any 16 bytes in base64url will do; a fixed id lets the storage be formatted again and again. */
const clusterId = 'cGFsaW1wc2VzdC1sb2NhbA'

export const kafka: Server = {
  name: 'kafka',
  port: 9092,
  otherPorts: (port) => [port + 1],
  readyWithinMs: 90_000,
  candidates: [broker('4.1.1'), broker('3.9.2')],
  ready: kafkaAnswers,
  environment: (port) => ({ KAFKA_BROKERS: `127.0.0.1:${port}` }),
}

function broker(version: string): Candidate {
  return {
    id: `kafka-${version}`,
    fetch: {
      from: 'maven',
      jars: [
        `org.apache.kafka:kafka_2.13:${version}`,
        'org.apache.logging.log4j:log4j-core:2.24.3',
        'org.apache.logging.log4j:log4j-slf4j-impl:2.24.3',
      ],
    },
    java: 17,
    launch: (place) => ({
      command: 'java',
      args: ['-Xms256m', '-Xmx512m', ...main(place, 'kafka.Kafka')],
      files: { 'config/server.properties': properties(place), 'config/log4j2.xml': logging },
      directories: ['data'],
      prepare: [
        {
          command: 'java',
          args: [
            ...main(place, 'kafka.tools.StorageTool', 'format', '-t', clusterId, '-c'),
            '--ignore-formatted',
          ],
        },
      ],
    }),
  }
}

/** A main class whose last argument, but for flags, is the settings file. */
function main(place: Place, mainClass: string, ...args: string[]): string[] {
  const { run } = place
  return [
    `-Dlog4j2.configurationFile=${run}/config/log4j2.xml`,
    '-cp',
    classPath(place),
    mainClass,
    ...args,
    `${run}/config/server.properties`,
  ]
}

function properties({ run, port }: Place): string {
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${port + 1}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${port + 1}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${run}/data
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=8
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=8
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
`
}

const logging = `<Configuration status="error">
  <Appenders>
    <Console name="console"><PatternLayout pattern="[%d] %p %m (%c)%n"/></Console>
  </Appenders>
  <Loggers>
    <Logger name="org.apache.kafka" level="warn"/>
    <Logger name="kafka" level="info"/>
    <Root level="warn"><AppenderRef ref="console"/></Root>
  </Loggers>
</Configuration>
`
