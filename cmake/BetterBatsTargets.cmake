# What every target of ours is built with. Nothing global: a project that adds us keeps its own flags.
include(CheckPIESupported)
check_pie_supported()

option(BETTER_BATS_WARNINGS_AS_ERRORS "Warnings are errors" ${PROJECT_IS_TOP_LEVEL})
option(BETTER_BATS_HARDENING "Stack protector, fortified libc calls, read-only relocations in release builds" ON)
set(BETTER_BATS_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize takes them: address,undefined or thread")

add_library(better_bats_build_options INTERFACE)
target_compile_features(better_bats_build_options INTERFACE cxx_std_20 c_std_11)
target_compile_options(
  better_bats_build_options
  INTERFACE -Wall -Wextra -Wconversion -Wshadow -fvisibility=hidden
            $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>
            # The same bits from every compiler and at every level: no fused multiply-add behind our back.
            -ffp-contract=off
            # Nobody reads errno or the floating point flags: square roots are one instruction and both sides of a choice
            # may be computed, with the same results.
            -fno-math-errno -fno-trapping-math
            # GCC 12 takes "text" + std::string for overlapping copies at -O3 (its bug 105651).
            $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
            $<$<BOOL:${BETTER_BATS_WARNINGS_AS_ERRORS}>:-Werror>)

if(BETTER_BATS_SANITIZE)
  target_compile_options(better_bats_build_options INTERFACE -fsanitize=${BETTER_BATS_SANITIZE} -fno-omit-frame-pointer
                                                             -fno-sanitize-recover=all)
  target_link_options(better_bats_build_options INTERFACE -fsanitize=${BETTER_BATS_SANITIZE})
  if(BETTER_BATS_SANITIZE STREQUAL "thread")
    # ThreadSanitizer knows no fences, and Asio's are not needed where handlers run under a lock.
    target_compile_definitions(better_bats_build_options INTERFACE BOOST_ASIO_DISABLE_FENCED_BLOCK)
  endif()
elseif(BETTER_BATS_HARDENING)
  # None of these touches floating point. -z defs belongs here because Clang's sanitizers leave their symbols undefined.
  set(optimised $<CONFIG:Release,RelWithDebInfo,MinSizeRel>)
  target_compile_options(better_bats_build_options INTERFACE
                         $<${optimised}:-fstack-protector-strong> $<${optimised}:-U_FORTIFY_SOURCE>
                         $<${optimised}:-D_FORTIFY_SOURCE=2>)
  target_link_options(better_bats_build_options INTERFACE $<${optimised}:LINKER:-z,relro,-z,now,-z,noexecstack,-z,defs>)
endif()

# Everything is position independent: libraries end in the plugin, programs are placed at random addresses.
function(better_bats_target name)
  target_link_libraries(${name} PRIVATE better_bats_build_options)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF C_EXTENSIONS OFF)
endfunction()
