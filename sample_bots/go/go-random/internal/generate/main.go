// Command generate makes the package serai from the .proto files in the folder SERAI_PROTO.
//
// The files are parsed here, so no protoc is needed; the plugins that write the Go code are tools of this module.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/pluginpb"
)

const (
	module = "bot"
	target = module + "/serai"
)

// What a bot talks to: the referee, and the simulator if it asks for one.
var roots = []string{"serai/v1/referee.proto", "serai/v1/simulator.proto"}

func main() {
	log.SetFlags(0)
	if err := generate(os.Getenv("SERAI_PROTO")); err != nil {
		log.Fatal(err)
	}
}

func generate(folder string) error {
	if folder == "" {
		return errors.New("SERAI_PROTO is not set; try: SERAI_PROTO=$(serai proto) go generate")
	}
	request, err := compile(folder)
	if err != nil {
		return err
	}
	for _, plugin := range []string{"protoc-gen-go", "protoc-gen-go-grpc"} {
		if err := run(plugin, request); err != nil {
			return fmt.Errorf("%s: %w", plugin, err)
		}
	}
	return nil
}

// compile asks for the code of the roots and of all they import, as protoc would ask a plugin.
func compile(folder string) (*pluginpb.CodeGeneratorRequest, error) {
	compiler := protocompile.Compiler{
		Resolver:       &protocompile.SourceResolver{ImportPaths: []string{folder}},
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	files, err := compiler.Compile(context.Background(), roots...)
	if err != nil {
		return nil, err
	}
	request := &pluginpb.CodeGeneratorRequest{}
	parameters := []string{"module=" + module}
	var listed []protoreflect.FileDescriptor
	for _, file := range files {
		listed = withImports(listed, file)
	}
	for _, file := range listed {
		request.ProtoFile = append(request.ProtoFile, protoutil.ProtoFromFileDescriptor(file))
		request.FileToGenerate = append(request.FileToGenerate, file.Path())
		parameters = append(parameters, "M"+file.Path()+"="+target)
	}
	request.Parameter = proto.String(strings.Join(parameters, ","))
	return request, nil
}

// withImports adds a file to the list, after all that it imports.
func withImports(listed []protoreflect.FileDescriptor, file protoreflect.FileDescriptor) []protoreflect.FileDescriptor {
	isFile := func(other protoreflect.FileDescriptor) bool { return other.Path() == file.Path() }
	if slices.ContainsFunc(listed, isFile) {
		return listed
	}
	imports := file.Imports()
	for i := range imports.Len() {
		listed = withImports(listed, imports.Get(i).FileDescriptor)
	}
	return append(listed, file)
}

// run hands the request to a plugin and writes the files it answers with.
func run(plugin string, request *pluginpb.CodeGeneratorRequest) error {
	asked, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	command := exec.Command("go", "tool", plugin)
	command.Stdin, command.Stderr = bytes.NewReader(asked), os.Stderr
	answered, err := command.Output()
	if err != nil {
		return err
	}
	response := &pluginpb.CodeGeneratorResponse{}
	if err := proto.Unmarshal(answered, response); err != nil {
		return err
	}
	if response.Error != nil {
		return errors.New(response.GetError())
	}
	return write(response.File)
}

func write(files []*pluginpb.CodeGeneratorResponse_File) error {
	for _, file := range files {
		if err := os.MkdirAll(filepath.Dir(file.GetName()), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file.GetName(), []byte(file.GetContent()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
